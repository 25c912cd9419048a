--! online feedback people
create index concurrently feedback_types on feedback (feedback_type, resolved, id desc);
create index concurrently people_waiting_email on people (email_key) where not is_approved and deleted_at is null;
create index concurrently people_waiting_username on people (username_key) where not is_approved and deleted_at is null;
create index concurrently people_internal_email on people (email_key) where is_internal and deleted_at is null;
create index concurrently people_internal_username on people (username_key) where is_internal and deleted_at is null;
create index concurrently people_beta_email on people (email_key) where is_beta and deleted_at is null;
create index concurrently people_beta_username on people (username_key) where is_beta and deleted_at is null;
create index concurrently people_developer_email on people (email_key) where is_developer and deleted_at is null;
create index concurrently people_developer_username on people (username_key) where is_developer and deleted_at is null;
