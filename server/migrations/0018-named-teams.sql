-- Which teams work was ever asked of: those stay, and both the cleaning and the foreign keys ask for them by team.
create index tasks_team on tasks (tenant_id, team_id) where team_id is not null;
create index task_seats_team on task_seats (tenant_id, team_id) where team_id is not null;
