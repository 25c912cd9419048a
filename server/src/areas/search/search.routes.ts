import * as contract from '@throughline/contracts/search'
import type { Mount } from '../../core/http/call.ts'
import { textHits } from './hits.service.ts'
import { searchAll } from './search.service.ts'

export const searchRoutes = (on: Mount) => {
  on(contract.search, ({ ctx, viewer, query }) => searchAll(ctx, viewer, query))
  on(contract.searchHits, ({ ctx, viewer, query }) => textHits(ctx, viewer, query))
}
