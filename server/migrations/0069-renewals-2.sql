--! online payments invoices
create index concurrently subscriptions_due on subscriptions (next_at, id) where next_at is not null;
create unique index concurrently payments_renewal on payments (tenant_id) where status = 'open' and kind = 'renewal';
-- A credit note names the payment of the invoice that it corrects.
create unique index concurrently invoices_of_payment on invoices (tenant_id, payment_id) where kind = 'invoice';
drop index concurrently if exists invoices_payment;
alter table payments validate constraint payments_kind;
alter table invoices validate constraint invoices_kind;
