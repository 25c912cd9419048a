-- What can be bought, who sells it and which tax is added: rows that are never edited, only replaced by newer ones.
create table sellers (
  id text collate "C" primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  name text not null check (length(name) between 1 and 200),
  address text not null default '',
  country text collate "C" not null check (country ~ '^[A-Z]{2}$'),
  region text collate "C",
  tax_number text,
  -- Invoice numbers begin with it.
  series text collate "C" not null unique check (series ~ '^[A-Z0-9]{1,8}$'),
  -- The month in which a year of its numbers begins.
  year_begins int not null default 1 check (year_begins between 1 and 12)
);

create table plans (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 80),
  description text not null default '',
  plan_type text not null check (plan_type in ('individual', 'business', 'enterprise')),
  -- Where it is offered; * everywhere.
  country text collate "C" not null check (country ~ '^([A-Z]{2}|\*)$'),
  -- What is free has no seller.
  seller text collate "C" references sellers (id),
  billing_period text not null check (billing_period in ('monthly', 'yearly')),
  currency text not null check (currency in ('USD', 'INR', 'EUR')),
  -- Minor units.
  price bigint not null check (price >= 0),
  rank int not null,
  -- Null: without a limit.
  people bigint check (people > 0),
  storage bigint check (storage > 0),
  runs bigint check (runs > 0),
  features text[] not null default '{}',
  recommended boolean not null default false,
  is_trial boolean not null default false,
  trial_days int check (trial_days > 0),
  valid_from timestamptz not null default now(),
  valid_to timestamptz,
  check (price = 0 or seller is not null),
  check (is_trial = (trial_days is not null))
);
create index plans_offered on plans (country, plan_type, valid_to);

create table tax_rules (
  id uuid primary key default uuidv7(),
  seller text collate "C" not null references sellers (id),
  buyer_country text collate "C" not null check (buyer_country ~ '^([A-Z]{2}|\*)$'),
  region text not null check (region in ('same', 'other', 'any')),
  number text not null check (number in ('with', 'without', 'any')),
  kind text not null check (kind in ('split', 'single', 'reverse_charge', 'none')),
  name text not null,
  -- Hundredths of a percent.
  rate int not null check (rate between 0 and 10000),
  note text not null default '',
  valid_from timestamptz not null default now(),
  valid_to timestamptz
);

-- Every workspace begins here, and it has no end.
insert into plans (id, name, description, plan_type, country, billing_period, currency, price, rank, people, storage, runs,
  valid_from)
values ('00000000-0000-7000-8000-000000000001', 'Free', 'For you and your first workflow.', 'individual', '*', 'monthly', 'USD',
  0, 0, 1, 10737418240, 100, '2020-01-01');

-- The last number of each seller's years. A number is taken with its invoice or not at all, so that none is missing.
create table invoice_series (
  series text collate "C" not null,
  year text collate "C" not null,
  last bigint not null check (last > 0),
  primary key (series, year)
);

-- What the provider reports, as it came. Whose it is, is found out by its order.
create table payment_events (
  provider text collate "C" not null,
  event_id text collate "C" not null,
  type text not null,
  order_ref text collate "C",
  body_hash bytea not null,
  body text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);

-- few rows in subscriptions: one for each workspace
alter table subscriptions
  add column plan_id uuid not null default '00000000-0000-7000-8000-000000000001',
  -- Of what is paid, in days of the organization's zone. Null: nothing is.
  add column period_from date,
  add column period_to date,
  -- The day on which the first of these periods began, by which all others end.
  add column anchor date,
  add column price bigint not null default 0 check (price >= 0),
  add column currency text,
  -- The plan that begins when this period ends.
  add column next_plan_id uuid,
  -- Rises with every change: a quote is good for the subscription it was made for.
  add column version bigint not null default 1,
  add constraint subscriptions_period check ((period_from is null) = (period_to is null));
grant update (plan_id, status, auto_renew, canceled_at, period_from, period_to, anchor, price, currency, next_plan_id, version)
  on subscriptions to tl_app;

-- What stands on invoices.
create table billing_details (
  tenant_id uuid not null primary key,
  company text not null default '',
  address text not null default '',
  country text collate "C" not null default 'US' check (country ~ '^[A-Z]{2}$'),
  region text,
  tax_number text,
  receipts_email text not null default ''
);

create table payments (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  member_id uuid not null,
  plan_id uuid not null,
  -- The lines, as the screen, the order and the invoice print them.
  quote jsonb not null,
  quote_until timestamptz not null,
  -- The version of the subscription that the quote changes.
  basis bigint not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null default 'open' check (status in ('open', 'paid', 'expired', 'refunding', 'refunded', 'set_aside')),
  order_ref text collate "C",
  payment_ref text collate "C",
  -- What the bank said last.
  problem text,
  method text,
  created_at timestamptz not null default now(),
  credited_at timestamptz,
  -- When the provider is asked again, whatever it reports by itself.
  asks int not null default 0,
  ask_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);
create unique index payments_open on payments (tenant_id, member_id, plan_id) where status = 'open';
create unique index payments_order on payments (order_ref);
create unique index payments_payment on payments (payment_ref);
create index payments_ask on payments (ask_at) where ask_at is not null;

create table invoices (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  number text collate "C" not null,
  payment_id uuid not null,
  plan_name text not null,
  seller jsonb not null,
  buyer jsonb not null,
  words text not null,
  issued_on date not null,
  issued_at timestamptz not null,
  currency text not null,
  net bigint not null,
  tax bigint not null,
  total bigint not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  check (net + tax = total)
);
create unique index invoices_number on invoices (number);
create unique index invoices_payment on invoices (tenant_id, payment_id);

create table invoice_lines (
  tenant_id uuid not null,
  invoice_id uuid not null,
  line int not null,
  kind text not null check (kind in ('plan', 'tax')),
  title text not null,
  detail text not null,
  amount bigint not null,
  primary key (tenant_id, invoice_id, line),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id)
);

--! tenant billing_details payments invoices invoice_lines
grant select, insert, update on billing_details, payments to tl_app;
-- What was billed is never changed.
grant select, insert on invoices, invoice_lines to tl_app;

--! force sellers plans tax_rules invoice_series payment_events
create policy everyone on sellers for select to tl_app using (true);
create policy everyone on plans for select to tl_app using (true);
create policy everyone on tax_rules for select to tl_app using (true);
grant select on sellers, plans, tax_rules to tl_app;
create policy reported on payment_events to tl_app using (true) with check (true);
grant select, insert on payment_events to tl_app;

create policy functions on invoice_series to tl_auth using (true) with check (true);
grant select, insert, update on invoice_series to tl_auth;
create policy asking on payments for select to tl_auth using (true);
grant select (tenant_id, id, order_ref, ask_at) on payments to tl_auth;

-- The clock of everything that is billed. Tests put another function in its place; nobody else may.
create function app.billing_now() returns timestamptz language sql stable as 'select now()';
revoke execute on function app.billing_now() from public;
grant execute on function app.billing_now() to tl_app;

--! definer_begin
-- Called from inside a tenant, in the transaction of the invoice, and as late in it as can be.
create function auth.next_invoice_number(p_series text, p_year text) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into invoice_series (series, year, last) values (p_series, p_year, 1)
  on conflict (series, year) do update set last = invoice_series.last + 1 returning last
$$;

-- Whose order it is that the provider reports about.
create function auth.payment_of_order(p_order text) returns table (tenant_id uuid, payment_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.tenant_id, p.id from payments p where p.order_ref = p_order
$$;

-- Orders about which the provider is to be asked by now.
create function auth.payments_to_ask(p_now timestamptz, p_limit int) returns table (tenant_id uuid, payment_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.tenant_id, p.id from payments p where p.ask_at <= p_now order by p.ask_at limit p_limit
$$;
--! definer_end tl_app
