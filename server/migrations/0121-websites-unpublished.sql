-- Who took a website off its address, and when, as the list says it. Those from before are not dated.
-- few rows in websites: people make them one by one
alter table websites add column unpublished_at timestamptz, add column unpublished_by uuid;
alter table websites add constraint websites_unpublished_by foreign key (tenant_id, unpublished_by) references members (tenant_id, id);
