-- An organization's logo stands beside its name, for staff too: they read the hash that its picture is kept under.
grant select (logo_sha256) on tenants to tl_staff;
