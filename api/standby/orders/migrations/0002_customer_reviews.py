from django.db import migrations, models
from django.db.models import PROTECT, Q


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='CustomerReview',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stars', models.PositiveSmallIntegerField()),
                ('text', models.CharField(max_length=1000)),
                ('shown_name', models.CharField(max_length=60)),
                ('status', models.CharField(choices=[('waiting', 'Waiting'), ('published', 'Published'), ('declined', 'Declined')], default='waiting', max_length=9)),
                ('decline_reason', models.CharField(blank=True, max_length=20)),
                ('written_at', models.DateTimeField()),
                ('decided_at', models.DateTimeField(null=True)),
                ('order', models.OneToOneField(on_delete=PROTECT, related_name='customer_review', to='orders.order')),
            ],
            options={
                'verbose_name': 'review',
                'db_table': 'customer_reviews',
                'indexes': [models.Index(fields=['status', 'written_at'], name='customer_reviews_newest')],
                'constraints': [
                    models.CheckConstraint(condition=Q(('stars__gte', 1), ('stars__lte', 5)), name='customer_review_has_one_to_five_stars'),
                    models.CheckConstraint(condition=~Q(status='declined') | ~Q(decline_reason=''), name='customer_review_declined_says_why'),
                    models.CheckConstraint(condition=Q(('status__in', ['waiting', 'published', 'declined'])), name='customer_review_status_is_known'),
                ],
            },
        ),
        migrations.AddIndex(
            model_name='order',
            index=models.Index(condition=Q(('powered_on_at__isnull', False)), fields=['powered_on_at'], name='orders_powered_on'),
        ),
    ]
