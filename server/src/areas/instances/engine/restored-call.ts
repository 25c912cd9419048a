/** Of a call whose receiver knows no key, after the database was put back. */
export const RESTORED_CALL =
  'The database was restored from a backup, so this call may already have been made. Check with the receiver, then retry or override.'
