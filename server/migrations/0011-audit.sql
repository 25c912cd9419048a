-- The audit screen: by time, by person, by act or its area, by address; and heads that were signed and put away.
alter table audit_log add column area text collate "C" generated always as (split_part(act, '.', 1)) stored;
create index audit_log_time on audit_log (tenant_id, at, seq);
create index audit_log_actor_time on audit_log (tenant_id, actor_id, at, seq);
create index audit_log_act_time on audit_log (tenant_id, act, at, seq);
create index audit_log_area_time on audit_log (tenant_id, area, at, seq);
create index audit_log_address_time on audit_log (tenant_id, address, at, seq);
drop index audit_log_actor;

create policy seen on audit_pending for select to tl_app using (tenant_id = {{TENANT}});
grant select on audit_pending to tl_app;
create index audit_pending_tenant on audit_pending (tenant_id, at, id);

alter table audit_heads
  add column signed_seq bigint not null default 0,
  add column signed_at timestamptz;
create index audit_heads_unsigned on audit_heads (tenant_id) where signed_seq < seq;
grant update (signed_seq, signed_at) on audit_heads to tl_worker;
create policy signing on audit_heads for select to tl_auth using (true);
grant select (tenant_id, seq, signed_seq) on audit_heads to tl_auth;

--! definer_begin

-- Whose head moved since it was signed, in order of their ids; the heads themselves are read through each tenant's door.
create function auth.tenants_with_unsigned_heads(p_after uuid, p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select h.tenant_id from audit_heads h where h.signed_seq < h.seq and h.tenant_id > p_after order by h.tenant_id limit p_limit
$$;

--! definer_end tl_worker
