/** All that the role of staff may read, column by column, and the one queue it may write to. Anything more fails a test. */
export const STAFF_READS: Record<string, readonly string[]> = {
  people: [
    ...['id', 'username', 'username_key', 'email', 'email_key', 'name', 'created_at', 'version'],
    ...['is_approved', 'is_internal', 'is_beta', 'is_developer'],
  ],
  tenants: ['id', 'kind', 'name', 'time_zone', 'status', 'created_at'],
  subscriptions: [
    ...['tenant_id', 'plan', 'plan_id', 'status', 'live', 'auto_renew', 'starts_at', 'ends_at', 'canceled_at'],
    ...['period_from', 'period_to'],
  ],
  plans: ['id', 'name', 'people', 'storage', 'runs'],
  usage_days: [
    ...['tenant_id', 'day', 'people', 'started', 'ended', 'late', 'automations_done', 'automations_failed'],
    ...['automations_stopped', 'sign_ins_refused', 'file_bytes', 'members'],
  ],
  feedback: [
    ...['id', 'tenant_id', 'person_id', 'feedback_type', 'rating', 'ease_of_use', 'recommendation', 'usefulness'],
    ...['feedback', 'resolved', 'resolved_at', 'resolved_by', 'created_at'],
  ],
  waitlist: ['reg_id', 'type', 'email', 'email_key', 'created_at', 'invited_at', 'bounced_at', 'removed_at'],
  internal_asks: ['person_id', 'wanted', 'asked_by', 'asked_at'],
  // Row security leaves the staff log of these two.
  audit_pending: [
    ...[
      'id',
      'tenant_id',
      'at',
      'actor_id',
      'act',
      'entity_kind',
      'entity_id',
      'data',
      'request_id',
      'address',
      'device',
    ],
  ],
  audit_log: [
    ...['tenant_id', 'seq', 'at', 'actor_id', 'act', 'entity_kind', 'entity_id', 'data', 'request_id', 'address'],
    ...['device', 'hash'],
  ],
  // Mails that wait to be sent, without what is in them.
  outbox: ['shard', 'id', 'aggregate_id', 'topic'],
}

export const STAFF_WRITES: Record<string, readonly string[]> = {
  outbox: ['shard', 'tenant_id', 'aggregate_id', 'topic', 'payload', 'available_at'],
}

/** What each function takes and answers: ids, flags and reasons of staff; columns of the list above, ids and numbers. */
export const STAFF_FUNCTIONS: Record<string, readonly [takes: string, answers: string]> = {
  'staff.log': ['text, text, uuid, jsonb, jsonb', 'void'],
  // The role's name is one of the product's own.
  'staff.places': [
    'uuid[], uuid',
    'TABLE(person_id uuid, tenant_id uuid, member_id uuid, organization text, kind text, role_name text)',
  ],
  'staff.members_of': ['uuid', 'TABLE(tenant_id uuid, member_id uuid)'],
  'staff.owners_of': ['uuid', 'TABLE(email text)'],
  'staff.chain_of': [
    'uuid',
    'TABLE(seq bigint, sealed_at timestamp with time zone, signed_seq bigint, signed_at timestamp with time zone)',
  ],
  'staff.update_user': [
    'uuid, integer, jsonb, uuid, text, boolean, jsonb',
    'TABLE(outcome text, approved_now boolean, role_in uuid, role_of uuid)',
  ],
  'staff.resolve_feedback': ['uuid, boolean, jsonb', 'boolean'],
  'staff.remove_subscription': ['uuid, boolean, jsonb', 'boolean'],
  'staff.invite': ['uuid, bytea, jsonb', 'TABLE(email text, has_account boolean, sent boolean)'],
}
