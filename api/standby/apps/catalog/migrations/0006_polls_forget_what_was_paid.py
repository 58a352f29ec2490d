"""Whether a coupon comes back is asked until its order is paid, and never again."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0005_polls_look_only_at_what_waits'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='couponuse',
            name='coupon_uses_live',
        ),
        migrations.AddField(
            model_name='couponuse',
            name='kept_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name='couponuse',
            index=models.Index(condition=models.Q(('given_back_at__isnull', True), ('kept_at__isnull', True)), fields=['order_ref'], name='coupon_uses_open'),
        ),
    ]
