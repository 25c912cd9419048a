--! online people tenants
create index concurrently people_newest on people (id desc) where deleted_at is null;
create index concurrently people_waiting on people (id desc) where not is_approved and deleted_at is null;
create index concurrently people_internal on people (id desc) where is_internal and deleted_at is null;
create index concurrently people_beta on people (id desc) where is_beta and deleted_at is null;
create index concurrently people_developer on people (id desc) where is_developer and deleted_at is null;
create index concurrently tenants_organizations on tenants (id desc) where kind = 'organization' and status <> 'closed';
