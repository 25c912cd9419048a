import type { ReportColumn } from '@throughline/contracts/reports'
import type pg from 'pg'
import type { CheckedQuery } from './gate/check-query.ts'

const TYPES: Readonly<Record<number, ReportColumn['type']>> = {
  16: 'boolean',
  20: 'number',
  21: 'number',
  23: 'number',
  700: 'number',
  701: 'number',
  1700: 'number',
  25: 'text',
  1042: 'text',
  1043: 'text',
  2950: 'text',
  1082: 'date',
  1114: 'timestamp',
  1184: 'timestamp',
}

export const columnsOf = (fields: readonly pg.FieldDef[]): ReportColumn[] =>
  fields.map(({ name, dataTypeID }) => ({ name, type: TYPES[dataTypeID] ?? 'other' }))

export const WRAPPED = 'SELECT * FROM ('

/** Which columns a query has, without running it. */
export async function describeColumns(client: pg.Client, { sql }: CheckedQuery): Promise<ReportColumn[]> {
  const asked = { text: `${WRAPPED}${sql}) q LIMIT 0`, queryMode: 'extended' }
  const { fields } = await client.query(asked)
  return columnsOf(fields)
}

const NAMED: Readonly<Record<string, ReportColumn['type']>> = {
  boolean: 'boolean',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  'double precision': 'number',
  text: 'text',
  uuid: 'text',
  date: 'date',
  'timestamp with time zone': 'timestamp',
}

export const typeNamed = (name: string): ReportColumn['type'] => NAMED[name] ?? 'other'
