-- Whoever sends a row asks whether an older one of its aggregate still waits, failed or not: two transactions can get
-- their ids in one order and their times in the other.
create index outbox_aggregate on outbox (shard, aggregate_id, id);
drop index outbox_failed;
