"""Whether a coupon comes back is asked of late uses only."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0004_coupons'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='couponuse',
            index=models.Index(condition=models.Q(('given_back_at__isnull', True)), fields=['used_at'], name='coupon_uses_live'),
        ),
    ]
