/** Keeps the index of one test database up, until it is killed. */
import '../src/main/ports.ts'
import { keepIndexing } from '../src/areas/search/indexing/keep-indexing.ts'
import { createPools } from '../src/core/db/pools.ts'
import { createTestContext } from './context.ts'

const [database = ''] = process.argv.slice(2)
const { ctx } = createTestContext(database)
keepIndexing({ ...ctx, pools: createPools(ctx.config, 'worker', () => undefined) }).run()
