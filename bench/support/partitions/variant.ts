import { randomBytes } from 'node:crypto'
import { migrate, readMigrations } from '../../../server/src/core/db/migrate.ts'
import { asMigrator } from '../../../server/src/core/db/migrator.ts'
import { asAdmin, type TestDatabase } from '../../../server/test/database.ts'

/** How many hash partitions each table has that grows with work; none is a plain table. */
export type PartitionCount = 0 | 4 | 16

export const nameOf = (partitions: PartitionCount) => (partitions === 0 ? 'plain' : `${partitions} partitions`)

/** Makes plain tables of partitioned ones. */
const CONVERSION = /^0030-plain-tables/

const PARTITION =
  /^create table (\w+)_p00 partition of \1 for values with \(modulus 1, remainder 0\);\nalter table \1_p00 (.*)$/gm

/** The same migrations with another number of partitions. */
function withPartitions(sql: string, partitions: PartitionCount): string {
  const stored = partitions === 0 ? sql.replaceAll(') partition by hash (tenant_id);', ');') : sql
  return stored.replace(PARTITION, (_, table, security) =>
    Array.from({ length: partitions }, (_one, place) => {
      const name = `${table}_p${String(place).padStart(2, '0')}`
      const values = `(modulus ${partitions}, remainder ${place})`
      return `create table ${name} partition of ${table} for values with ${values};\nalter table ${name} ${security}`
    }).join('\n'),
  )
}

export type VariantDatabase = Pick<TestDatabase, 'name' | 'admin' | 'drop'>

export async function createVariant(partitions: PartitionCount): Promise<VariantDatabase> {
  const name = `tl_partitions_${partitions}_${randomBytes(4).toString('hex')}`
  const files = (await readMigrations())
    .filter((file) => !CONVERSION.test(file.name))
    .map((file) => ({ ...file, sql: withPartitions(file.sql, partitions) }))
  await asAdmin((admin) => admin.query(`create database ${name} owner tl_owner`))
  await asMigrator((client) => migrate(client, files, () => undefined), name)
  return {
    name,
    admin: (work) => asAdmin(work, name),
    drop: () => asAdmin(async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`))),
  }
}
