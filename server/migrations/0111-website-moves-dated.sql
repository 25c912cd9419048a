-- Since when an address leads on, for the people who build the website. Those from before are not dated.
alter table website_moves add column moved_at timestamptz;
alter table website_moves alter column moved_at set default now();
