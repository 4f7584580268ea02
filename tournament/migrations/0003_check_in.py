import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0002_tournament_office'),
    ]

    operations = [
        migrations.CreateModel(
            name='CheckIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.CharField(choices=[('a', '甲方'), ('b', '乙方')], max_length=1)),
                ('at', models.DateTimeField(verbose_name='到场时间')),
                ('actor_pass', models.UUIDField(blank=True, null=True)),
                ('actor_name', models.CharField(max_length=60)),
                ('actor_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='check_ins', to='tournament.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.player')),
            ],
            options={
                'verbose_name': '到场登记',
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('match', 'player'), name='player_checks_in_once')],
            },
        ),
    ]
