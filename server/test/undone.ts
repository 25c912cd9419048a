import type pg from 'pg'

/** Whatever `work` changes on this connection is rolled back, definitions included. */
export async function undone<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    return await work()
  } finally {
    await client.query('rollback')
  }
}
