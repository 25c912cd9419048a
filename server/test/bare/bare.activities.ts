import type pg from 'pg'

/** A task row's worth of work, and no more. */
export const createBareActivities = (pool: pg.Pool) => ({
  open: async (instance: string, step: number) => {
    await pool.query('insert into bare_tasks (instance, step) values ($1, $2) on conflict do nothing', [instance, step])
  },
  /** The same call that a step of the product makes. */
  call: async (instance: string, step: number, receiver: string) => {
    const headers = { 'idempotency-key': `${instance}:${step}` }
    const response = await fetch(`${receiver}/effect`, { method: 'POST', headers, body: String(step) })
    await response.text()
  },
  finish: async (instance: string) => {
    await pool.query('update bare_instances set ended_at = clock_timestamp() where id = $1', [instance])
  },
})

export type BareActivities = ReturnType<typeof createBareActivities>
