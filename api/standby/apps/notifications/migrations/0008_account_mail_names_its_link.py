"""The token of an account link is made when its mail is sent: the row names the link alone."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0007_polls_look_only_at_what_waits'),
    ]

    operations = [
        migrations.AddField(
            model_name='message',
            name='link_ref',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.CheckConstraint(condition=models.Q(('link_ref__isnull', True), ('order_ref__isnull', True), _connector='OR'), name='message_of_an_account_is_of_no_order'),
        ),
    ]
