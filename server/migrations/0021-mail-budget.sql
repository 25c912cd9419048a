-- Mail to addresses outside of an organization, which counts against a budget.

-- One row for each tenant: whoever counts holds it, so that two who count at once cannot both take the last mail.
create table mail_budgets (
  tenant_id uuid primary key,
  admins_notified_at timestamptz
);

-- What counts, once for each key and address. Addresses are hashed; rows go after a week.
create table outside_mails (
  tenant_id uuid not null,
  kind text not null check (kind in ('step', 'invitation')),
  key text not null,
  address bytea not null,
  -- Instance, step and round, for the bound of a single step.
  step_run text not null default '',
  counted_at timestamptz not null,
  primary key (tenant_id, key, address)
);
create index outside_mails_window on outside_mails (tenant_id, kind, counted_at);
create index outside_mails_step_run on outside_mails (tenant_id, step_run);

-- Addresses, hashed, that want no more mail of an organization's workflows.
create table mail_unsubscribes (
  tenant_id uuid not null,
  address bytea not null,
  unsubscribed_at timestamptz not null default now(),
  primary key (tenant_id, address)
);

--! tenant mail_budgets outside_mails mail_unsubscribes
grant select, insert, update on mail_budgets to tl_app;
grant select, insert, delete on outside_mails to tl_app;
grant select, insert on mail_unsubscribes to tl_app;

-- A call that waits for the budget: since when, and until when.
alter table effects
  add column held_since timestamptz,
  add column held_until timestamptz;
