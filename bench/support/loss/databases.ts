import { setTimeout as sleep } from 'node:timers/promises'
import { parts } from '../../../scripts/stack/parts.ts'
import { stackPlace } from '../../../scripts/stack/temporal-config.ts'
import { asAdmin, copyDatabase } from '../../../server/test/database.ts'
import { startServer, stopServer } from '../runs/own-stack.ts'

const ENGINE = Object.values(stackPlace.databases)
const backupOf = (database: string) => `${database}_backup`

/**
 * A copy of one moment. New connections wait until it is made, and those that are there are cut: PostgreSQL copies no
 * database that somebody is in.
 */
export async function backUp(databases: readonly string[]): Promise<void> {
  for (const database of databases) {
    await asAdmin((admin) => admin.query(`drop database if exists ${backupOf(database)} with (force)`))
    const state = { copied: false }
    const cutting = asAdmin(async (admin) => {
      while (!state.copied) {
        await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database])
        await sleep(50)
      }
    })
    await copyDatabase(database, backupOf(database)).finally(() => (state.copied = true))
    await cutting
  }
}

/** In the place of what is there, which nobody may use any more. */
export const putBack = (databases: readonly string[]) =>
  asAdmin(async (admin) => {
    for (const database of databases) {
      await admin.query(`drop database ${database} with (force)`)
      await admin.query(`alter database ${backupOf(database)} rename to ${database}`)
    }
  })

export const backUpEngine = () => backUp(ENGINE)

/** As somebody starts it by hand: with its namespace, which it may have lost. */
export async function startEngine(): Promise<void> {
  await startServer('temporal')
  await parts.find(({ name }) => name === 'temporal')?.prepare?.()
}

export const stopEngine = () => stopServer('temporal')

/** It is killed and finds its databases as they were when they were copied. */
export async function setEngineBack(): Promise<void> {
  await stopEngine()
  await putBack(ENGINE)
  await startEngine()
}

/** After it was killed: new databases with nothing in them. */
export const emptyEngine = () =>
  asAdmin(async (admin) => {
    for (const database of ENGINE) {
      await admin.query(`drop database ${database} with (force)`)
      await admin.query(`create database ${database} owner temporal`)
    }
  })
