/** Makes a database anew and forgets what was counted for it: `fresh-database.ts <name>`, with its REDIS_URL set. */
import { createClient } from 'redis'
import { asAdmin } from './database.ts'

const [name = ''] = process.argv.slice(2)
if (!/^\w+_e2e$/.test(name)) throw new Error(`${name} is not a database that may be dropped`)
await asAdmin(async (admin) => {
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name} owner tl_owner`)
})
const redis = createClient({ url: process.env.REDIS_URL ?? '' })
await redis.connect()
await redis.flushDb()
redis.destroy()
