from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0001_initial")]

    operations = [
        migrations.AddField(
            "proposal",
            "days_to_pay",
            models.PositiveSmallIntegerField(default=0),
            preserve_default=False,
        ),
    ]
