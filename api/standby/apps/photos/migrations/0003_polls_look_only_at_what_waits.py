"""An upload that nobody goes on with is found without looking at all photos."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('photos', '0002_places_for_photos_and_files_to_delete'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='photo',
            index=models.Index(condition=models.Q(('status', 'receiving')), fields=['created_at'], name='photos_unfinished'),
        ),
    ]
