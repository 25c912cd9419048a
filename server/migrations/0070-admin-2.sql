--! online tenants
create index concurrently tenants_organization_names on tenants (name_key, id)
where kind = 'organization' and status <> 'closed';
