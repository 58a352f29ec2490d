"""An order is found by its words, its age and its status; staff write notes; the power goes on."""

import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('booking', '0007_earlier_entries_are_chained'),
    ]

    operations = [
        migrations.CreateModel(
            name='OrderNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('author', models.CharField(max_length=40)),
                ('text', models.CharField(max_length=2000)),
                ('at', models.DateTimeField()),
            ],
            options={
                'db_table': 'order_notes',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='OrderSearchText',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('words', models.CharField(max_length=900)),
            ],
            options={
                'db_table': 'order_search_texts',
            },
        ),
        migrations.AddField(
            model_name='order',
            name='powered_on_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name='appointment',
            index=models.Index(fields=['day'], name='appointments_by_day'),
        ),
        migrations.AddIndex(
            model_name='order',
            index=models.Index(fields=['created_at'], name='orders_by_age'),
        ),
        migrations.AddIndex(
            model_name='order',
            index=models.Index(fields=['status', 'created_at'], name='orders_by_status'),
        ),
        migrations.AddConstraint(
            model_name='order',
            constraint=models.CheckConstraint(condition=models.Q(('powered_on_at__isnull', True), ('status', 'completed'), _connector='OR'), name='order_powered_on_is_installed'),
        ),
        migrations.AddField(
            model_name='ordernote',
            name='order',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notes', to='booking.order'),
        ),
        migrations.AddField(
            model_name='ordersearchtext',
            name='order',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='search_text', to='booking.order'),
        ),
    ]
