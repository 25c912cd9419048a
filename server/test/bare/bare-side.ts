import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import pg from 'pg'
import { required, type TestDatabase } from '../database.ts'
import type { bare } from './bare.workflow.ts'
import type { Side } from './side.ts'

const TABLES = `
  create table bare_instances (id uuid primary key, started_at timestamptz not null default clock_timestamp(), ended_at timestamptz);
  create table bare_tasks (instance uuid not null, step int not null, at timestamptz not null default clock_timestamp(),
    primary key (instance, step));`

/** Temporal and a table each for instances and tasks: no people, no rights, no pages. */
export async function startBare(database: TestDatabase, stackPids: Record<string, number>, receiver?: string) {
  await database.admin((admin) => admin.query(TABLES))
  const taskQueue = `bare-${database.name}`
  const env = { ...process.env, BARE_DATABASE_URL: database.url, BARE_TASK_QUEUE: taskQueue }
  const file = join(import.meta.dirname, 'bare-worker.ts')
  const worker = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', file], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(worker.stdout, 'data')
  const connection = await Connection.connect({ address: required('TEMPORAL_ADDRESS') })
  const client = new Client({ connection, namespace: required('TEMPORAL_NAMESPACE') })
  const pool = new pg.Pool({ connectionString: database.url, max: 20 })

  const start = async () => {
    const id = randomUUID()
    await pool.query('insert into bare_instances (id) values ($1)', [id])
    await client.workflow.start<typeof bare>('bare', {
      taskQueue,
      workflowId: id,
      args: receiver ? [id, receiver] : [id],
    })
    return id
  }
  const side: Side = {
    name: 'bare',
    start,
    complete: (_, { instance }) => client.workflow.getHandle(instance).signal('done'),
    look: async (open) => {
      const { rows } = await pool.query<{ instance: string; step: number; ended: boolean }>(
        `select i.id as instance, coalesce((select max(step) from bare_tasks t where t.instance = i.id), 0) as step,
           i.ended_at is not null as ended
         from bare_instances i where i.id = any ($1)`,
        [open],
      )
      return {
        ready: rows.filter(({ ended, step }) => !ended && step > 0).map((row) => ({ ...row, task: row.instance })),
        ended: rows.filter(({ ended }) => ended).map(({ instance }) => instance),
      }
    },
    firstSeen: async (instances) => {
      const { rows } = await pool.query<{ instance: string; at: Date }>(
        'select instance, at from bare_tasks where step = 1 and instance = any ($1)',
        [instances],
      )
      return new Map(rows.map(({ instance, at }) => [instance, at.getTime()]))
    },
    processes: () => ({ ...stackPids, worker: worker.pid ?? 0 }),
  }
  return {
    side,
    stop: async () => {
      for await (const { workflowId } of client.workflow.list({
        query: `TaskQueue = '${taskQueue}' and ExecutionStatus = 'Running'`,
      }))
        await client.workflow.getHandle(workflowId).terminate('measured')
      worker.kill('SIGTERM')
      await once(worker, 'exit')
      await pool.end()
      await connection.close()
    },
  }
}
