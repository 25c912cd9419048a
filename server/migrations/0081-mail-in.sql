-- Emails that start workflows: the addresses, and what became of each message.

-- The address of a trigger of the kind. Its id is the trigger's.
create table mail_addresses (
  tenant_id uuid not null,
  id uuid not null,
  local_part text collate "C" not null check (local_part ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(local_part) between 3 and 64),
  -- Whose messages start instances without being looked at.
  senders text not null check (senders in ('anyone', 'domains', 'members')),
  domains text[] not null default '{}' check (cardinality(domains) <= 100),
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references workflow_triggers (tenant_id, id)
);
create unique index mail_addresses_local on mail_addresses (local_part);

create table inbound_mails (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  address_id uuid not null,
  received_at timestamptz not null default now(),
  -- The message in quarantine, as long as something may still be read from it.
  object_key text,
  size bigint not null,
  envelope_from text not null default '' check (length(envelope_from) <= 320),
  state text not null default 'received'
    check (state in ('received', 'started', 'waiting', 'held', 'ignored', 'rejected', 'duplicate', 'dismissed')),
  sender text collate "C" check (length(sender) <= 320),
  subject text check (length(subject) <= 300),
  -- A signature of the sender's own domain was valid.
  verified boolean not null default false,
  -- Of what the message says: the same one that comes again is known by it.
  key text collate "C" check (length(key) <= 200),
  -- Why it did not start: a code and its words.
  reason jsonb,
  -- Somebody looked at it and let it start.
  released_by uuid,
  instance_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, address_id) references mail_addresses (tenant_id, id),
  foreign key (tenant_id, released_by) references members (tenant_id, id),
  foreign key (tenant_id, instance_id) references instances (tenant_id, id) on delete set null (instance_id)
);
create index inbound_mails_recent on inbound_mails (tenant_id, address_id, received_at, id);
create index inbound_mails_sender on inbound_mails (tenant_id, address_id, sender, received_at);
create index inbound_mails_key on inbound_mails (tenant_id, key) where key is not null;
create index inbound_mails_object on inbound_mails (object_key) where object_key is not null;
create index inbound_mails_instance on inbound_mails (tenant_id, instance_id) where instance_id is not null;
create index inbound_mails_released on inbound_mails (tenant_id, released_by) where released_by is not null;

--! tenant mail_addresses inbound_mails
grant select, insert, update, delete on mail_addresses, inbound_mails to tl_app;

create policy receiving on mail_addresses for select to tl_auth using (true);
grant select (tenant_id, id, local_part) on mail_addresses to tl_auth;
create policy cleaning on inbound_mails for select to tl_auth using (true);
grant select (object_key) on inbound_mails to tl_auth;

--! definer_begin

-- Whose address that is, before any tenant is known.
create function auth.mail_recipient(p_local text) returns table (tenant_id uuid, address_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.tenant_id, a.id from mail_addresses a where a.local_part = p_local
$$;

create or replace function auth.held_objects(p_keys text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select quarantine_key from document_versions where quarantine_key = any (p_keys)
  union
  select object_key from uploads where object_key = any (p_keys)
  union
  select object_key from inbound_mails where object_key = any (p_keys)
$$;

--! definer_end tl_worker
