-- The record of an organization, as its own people write it.
grant select (website, phone) on tenants to tl_staff;
