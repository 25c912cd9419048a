-- Replies that join their instance, and thank-you mails.

-- Who said it, where that is nobody of the workspace: as the From line of an email said it.
alter table comments add column outside_address text;
alter table comments add column outside_name text;
alter table comments add column outside_verified boolean;
alter table comments add constraint comments_outside
  check (outside_address is null or (author_id is null and length(outside_address) between 1 and 320
    and length(outside_name) <= 200 and outside_verified is not null)) not valid;

-- few rows in mail_addresses: at most 20 for each workflow
alter table mail_addresses add column thanks boolean not null default false;

alter table inbound_mails drop constraint inbound_mails_state_check;
alter table inbound_mails add constraint inbound_mails_state_check check
  (state in ('received', 'started', 'joined', 'waiting', 'held', 'ignored', 'rejected', 'duplicate', 'dismissed')) not valid;

-- When somebody was last thanked, by a hash of the address.
create table mail_thanks (
  tenant_id uuid not null,
  address bytea not null check (length(address) = 16),
  thanked_at timestamptz not null default now(),
  primary key (tenant_id, address)
);
create index mail_thanks_old on mail_thanks (thanked_at);

--! tenant mail_thanks
grant select, insert, update on mail_thanks to tl_app;

create policy cleaning on mail_thanks to tl_auth using (true);
grant select, delete on mail_thanks to tl_auth;
drop policy cleaning on inbound_mails;
create policy cleaning on inbound_mails to tl_auth using (true);
grant select (tenant_id, id, received_at, state), delete on inbound_mails to tl_auth;

--! definer_begin

-- Mails past their time: decided ones after 30 days, those that wait for somebody after 90. The messages themselves are
-- removed from quarantine then, since no row names them any more. Says how many.
create function auth.sweep_mails(p_limit int) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with decided as (
    delete from inbound_mails m using (
      select o.tenant_id, o.id from inbound_mails o
      where o.received_at < now() - interval '30 days' and o.state not in ('received', 'held', 'waiting')
      order by o.received_at limit p_limit) x
    where m.tenant_id = x.tenant_id and m.id = x.id returning 1),
  undecided as (
    delete from inbound_mails m using (
      select o.tenant_id, o.id from inbound_mails o
      where o.received_at < now() - interval '90 days' and o.state in ('received', 'held', 'waiting')
      order by o.received_at limit p_limit) x
    where m.tenant_id = x.tenant_id and m.id = x.id returning 1),
  thanks as (
    delete from mail_thanks t using (
      select o.tenant_id, o.address from mail_thanks o
      where o.thanked_at < now() - interval '2 days' order by o.thanked_at limit p_limit) x
    where t.tenant_id = x.tenant_id and t.address = x.address returning 1)
  select ((select count(*) from decided) + (select count(*) from undecided) + (select count(*) from thanks))::int
$$;

--! definer_end tl_worker
