import type pg from 'pg'

const GB = 2 ** 30
const EU = ['AT', 'BE', 'DE', 'ES', 'FR', 'IE', 'IT', 'NL', 'PL', 'SE']
const ARTICLE = 'Customer to account for VAT, Directive 2006/112/EC, Article 196'

/** Name, rank, price of a month in cents and in paise, people, storage, runs. */
const PLANS = [
  ['Solo', 'individual', 1, 900, 49_900, 1, 100 * GB, 2_000, 'For one person with many clients.'],
  ['Team', 'business', 2, 5_900, 299_900, 15, 50 * GB, 5_000, 'For a first team moving off spreadsheets.'],
  ['Business', 'business', 3, 17_900, 899_900, 50, 250 * GB, 25_000, 'For several teams with one way of working.'],
  [
    'Business 200',
    'business',
    4,
    54_900,
    2_799_900,
    200,
    1_000 * GB,
    100_000,
    'For a whole firm, every office included.',
  ],
] as const

/** Ten months' price for a year. */
const MONTHS_PAID = 10

/** Example sellers, plans and taxes of an installation that sells. Answers the plans' ids by name, country and period. */
export async function sellPlans(admin: pg.Client): Promise<Record<string, string>> {
  await admin.query(`insert into sellers (id, name, address, country, region, tax_number, series, year_begins) values
    ('us', 'Throughline Software, Inc.', E'18 Example Street, Wilmington\\nDelaware 19801, United States', 'US', 'DE', null, 'TL', 1),
    ('india', 'Throughline Software India Pvt Ltd', E'4 Example Road, Bengaluru 560001\\nKarnataka, India', 'IN', '29',
      '29AAGCB7383J1Z4', 'TLI', 4)`)
  await admin.query(
    `insert into tax_rules (seller, buyer_country, region, number, kind, name, rate, note, valid_from)
     select *, '2020-01-01' from (values
      ('us', 'US', 'any', 'any', 'none', 'Sales tax', 0, 'Not collected'),
      ('us', '*', 'any', 'any', 'none', 'Tax', 0, 'Outside the scope of tax'),
      ('india', 'IN', 'same', 'any', 'split', 'GST', 1800, ''),
      ('india', 'IN', 'other', 'any', 'single', 'IGST', 1800, ''),
      ('india', '*', 'any', 'any', 'none', 'GST', 0, 'Export of services')) as rule`,
  )
  for (const country of EU)
    await admin.query(
      `insert into tax_rules (seller, buyer_country, region, number, kind, name, rate, note, valid_from)
       values ('us', $1, 'any', 'with', 'reverse_charge', 'VAT', 0, $2, '2020-01-01')`,
      [country, ARTICLE],
    )
  const ids: Record<string, string> = {}
  for (const [name, type, rank, cents, paise, people, storage, runs, description] of PLANS)
    for (const [country, seller, currency, month] of [
      ['US', 'us', 'USD', cents],
      ['IN', 'india', 'INR', paise],
    ] as const)
      for (const [period, price] of [
        ['monthly', month],
        ['yearly', month * MONTHS_PAID],
      ] as const) {
        const made = await admin.query<{ id: string }>(
          `insert into plans (name, description, plan_type, country, seller, billing_period, currency, price, rank, people, storage,
            runs, recommended, valid_from) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, '2020-01-01') returning id`,
          // biome-ignore format: in the order of the columns
          [name, description, type, country, seller, period, currency, price, rank, people, storage, runs, name === 'Business'],
        )
        ids[`${name} ${country} ${period}`] = made.rows[0]?.id ?? ''
      }
  return ids
}
