-- few rows in subscriptions: one for each workspace
alter table subscriptions
  -- When the next step of the subscription is due: a reminder, a charge, its end. Null: nothing happens by itself.
  add column next_at timestamptz,
  -- How many reminders of this period were sent.
  add column told int not null default 0,
  -- The days on which this period's renewal was tried and declined.
  add column tries date[] not null default '{}',
  -- Since when the workspace is read-only.
  add column lapsed_on date,
  -- A trial is once for an organization.
  add column trial_used boolean not null default false;
grant update (next_at, told, tries, lapsed_on, trial_used) on subscriptions to tl_app;

alter table payments
  -- card: a small amount that stores a card and is given back.
  add column kind text not null default 'purchase',
  add constraint payments_kind check (kind in ('purchase', 'renewal', 'card')) not valid,
  -- Of what was billed and given back since.
  add column refunded bigint not null default 0;

-- What the provider keeps of a workspace: its customer there and the card that may be charged.
create table payment_methods (
  tenant_id uuid not null primary key,
  customer_ref text collate "C" not null,
  token_ref text collate "C",
  network text,
  last4 text,
  -- The last month in which it is good, as 2027-02.
  expires text collate "C",
  -- The most that may be charged at once without asking; null: as much as is due.
  most bigint check (most > 0),
  -- The payment that stored it: an earlier one never replaces it.
  payment_id uuid
);

-- A credit note is an invoice below zero.
alter table invoices
  add column kind text not null default 'invoice',
  add constraint invoices_kind check (kind in ('invoice', 'credit_note')) not valid,
  add column corrects uuid;

-- The document of an invoice: the same bytes each time.
create table invoice_files (
  tenant_id uuid not null,
  invoice_id uuid not null,
  sha256 bytea not null check (length(sha256) = 32),
  bytes bigint not null check (bytes > 0),
  primary key (tenant_id, invoice_id),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id)
);

-- What administrators were told, once for each month or day.
create table billing_notices (
  tenant_id uuid not null,
  notice text collate "C" not null,
  period text collate "C" not null,
  primary key (tenant_id, notice, period)
);

--! tenant payment_methods invoice_files billing_notices
grant select, insert, update on payment_methods to tl_app;
grant select, insert on invoice_files, billing_notices to tl_app;

--! definer_begin
-- Subscriptions with a step that is due, one page after the other.
create function auth.subscriptions_due(p_now timestamptz, p_at timestamptz, p_id uuid, p_limit int)
returns table (tenant_id uuid, subscription_id uuid, due_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.tenant_id, s.id, s.next_at from subscriptions s
  where s.next_at is not null and s.next_at <= p_now and (s.next_at, s.id) > (p_at, p_id)
  order by s.next_at, s.id limit p_limit
$$;
--! definer_end tl_app
