import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='DepartmentLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(max_length=64, unique=True, verbose_name='链接码')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='发出时间')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='收回时间')),
                ('last_used_at', models.DateTimeField(blank=True, null=True, verbose_name='最近使用')),
            ],
            options={
                'verbose_name': '单位报名链接',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='DrawAddendum',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('record', models.JSONField(verbose_name='记录')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='原因')),
                ('present', models.CharField(blank=True, max_length=200, verbose_name='在场人员')),
                ('added_at', models.DateTimeField(verbose_name='时间')),
            ],
            options={
                'verbose_name': '抽签补记',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='LineUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.CharField(choices=[('a', '甲方'), ('b', '乙方')], max_length=1)),
                ('number', models.PositiveSmallIntegerField(verbose_name='座次')),
            ],
            options={
                'verbose_name': '上场名单',
                'ordering': ['match_id', 'side', 'number'],
            },
        ),
        migrations.AlterModelOptions(
            name='player',
            options={'ordering': ['team_id', 'number', 'id'], 'verbose_name': '队员'},
        ),
        migrations.RemoveConstraint(
            model_name='draw',
            name='one_draw_in_force',
        ),
        migrations.RemoveConstraint(
            model_name='player',
            name='player_number_once',
        ),
        migrations.AddField(
            model_name='department',
            name='contact',
            field=models.CharField(blank=True, max_length=60, verbose_name='联系人'),
        ),
        migrations.AddField(
            model_name='department',
            name='phone',
            field=models.CharField(blank=True, max_length=40, verbose_name='电话'),
        ),
        migrations.AddField(
            model_name='draw',
            name='round',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='轮次'),
        ),
        migrations.AddField(
            model_name='match',
            name='called_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='叫号时间'),
        ),
        migrations.AddField(
            model_name='match',
            name='planned_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='原定开始'),
        ),
        migrations.AddField(
            model_name='matchslot',
            name='source_rank',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='left_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='换下时间'),
        ),
        migrations.AddField(
            model_name='player',
            name='namesake',
            field=models.BooleanField(default=False, verbose_name='确认为同名不同人'),
        ),
        migrations.AddField(
            model_name='player',
            name='staff_number',
            field=models.CharField(blank=True, max_length=30, verbose_name='工号'),
        ),
        migrations.AddField(
            model_name='playtable',
            name='hours',
            field=models.JSONField(blank=True, default=list, verbose_name='可用时间'),
        ),
        migrations.AddField(
            model_name='team',
            name='over_quota_reason',
            field=models.CharField(blank=True, max_length=200, verbose_name='超名额原因'),
        ),
        migrations.AddField(
            model_name='team',
            name='waiting_since',
            field=models.DateTimeField(blank=True, null=True, verbose_name='候补起'),
        ),
        migrations.AddField(
            model_name='team',
            name='withdrawn_reason',
            field=models.CharField(blank=True, max_length=200, verbose_name='退赛原因'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='change_minutes',
            field=models.PositiveIntegerField(default=60, verbose_name='第一轮前多少分钟截止更换(分钟)'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='details',
            field=models.JSONField(blank=True, default=dict, verbose_name='通知要素'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='ends_on',
            field=models.DateField(blank=True, null=True, verbose_name='最后一天'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='entry_closes_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='报名截止'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='entry_opens_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='报名开始'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='quota',
            field=models.JSONField(blank=True, default=dict, verbose_name='名额办法'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='roster_size',
            field=models.PositiveSmallIntegerField(default=2, verbose_name='每队最多人数'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='schedule_options',
            field=models.JSONField(blank=True, default=dict, verbose_name='编排赛程的选项'),
        ),
        migrations.AlterField(
            model_name='matchslot',
            name='source',
            field=models.CharField(choices=[('team', '指定'), ('winner', '胜者'), ('loser', '负者'), ('group', '小组名次'), ('best', '跨组择优')], max_length=8),
        ),
        migrations.AlterField(
            model_name='stage',
            name='kind',
            field=models.CharField(choices=[('groups', '小组循环'), ('knockout', '淘汰'), ('redraw', '每轮重抽淘汰'), ('swiss', '积分编排'), ('last-group', '末段循环')], max_length=12, verbose_name='赛制'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.UniqueConstraint(condition=models.Q(('undone_at__isnull', True)), fields=('stage', 'round'), name='one_draw_in_force'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('left_at__isnull', True)), fields=('team', 'number'), name='player_number_once'),
        ),
        migrations.AddField(
            model_name='departmentlink',
            name='created_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='departmentlink',
            name='department',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='tournament.department'),
        ),
        migrations.AddField(
            model_name='drawaddendum',
            name='added_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='drawaddendum',
            name='draw',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='addenda', to='tournament.draw'),
        ),
        migrations.AddField(
            model_name='drawaddendum',
            name='team',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.team'),
        ),
        migrations.AddField(
            model_name='lineup',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='tournament.match'),
        ),
        migrations.AddField(
            model_name='lineup',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.player'),
        ),
        migrations.AddConstraint(
            model_name='lineup',
            constraint=models.UniqueConstraint(fields=('match', 'side', 'number'), name='seat_once'),
        ),
        migrations.AddConstraint(
            model_name='lineup',
            constraint=models.UniqueConstraint(fields=('match', 'player'), name='player_once_a_match'),
        ),
    ]
