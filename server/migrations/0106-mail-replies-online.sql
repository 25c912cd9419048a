--! online inbound_mails comments
create index concurrently inbound_mails_decided on inbound_mails (received_at)
  where state not in ('received', 'held', 'waiting');
create index concurrently inbound_mails_undecided on inbound_mails (received_at)
  where state in ('received', 'held', 'waiting');
alter table inbound_mails validate constraint inbound_mails_state_check;
alter table comments validate constraint comments_outside;
