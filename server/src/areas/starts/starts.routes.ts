import * as apiKeys from '@throughline/contracts/api-keys'
import * as dated from '@throughline/contracts/dated-starts'
import * as hooks from '@throughline/contracts/hooks'
import * as mailStarts from '@throughline/contracts/mail-starts'
import * as starts from '@throughline/contracts/starts'
import type { Mount } from '../../core/http/call.ts'
import { attemptOf, keyOf } from '../../core/http/idempotency.ts'
import { loadTenantKey } from '../../core/keys/tenant-key.ts'
import { keysOfWorkflow, makeKey, revokeKey } from './api-keys/api-keys.service.ts'
import { cancelDated, makeDatedStart, readDatedStarts } from './dated/dated-starts.service.ts'
import { readDeliveries, readDelivery, startDelivery, tryHook } from './hooks/deliveries.service.ts'
import { deleteHook, makeHook, readHook, renewSecret, saveHook, setHookPaused } from './hooks/hooks.service.ts'
import {
  deleteAddress,
  listAddresses,
  makeAddress,
  readAddress,
  saveAddress,
  setAddressPaused,
} from './mail/mail-addresses.service.ts'
import { decideHeldMail, readMails } from './mail/mails.service.ts'
import {
  deleteSchedule,
  makeSchedule,
  previewRuns,
  readSchedule,
  runOnce,
  saveSchedule,
  setRunSkipped,
  setSchedulePaused,
} from './schedules/schedules.service.ts'
import { startsOfWorkflow } from './starts.service.ts'

function mailRoutes(on: Mount) {
  on(mailStarts.listMailAddresses, ({ ctx, viewer, params }) => listAddresses(ctx, viewer, params.workflowId))
  on(mailStarts.addMailAddress, ({ ctx, viewer, params, body }) => makeAddress(ctx, viewer, params.workflowId, body))
  on(mailStarts.getMailAddress, ({ ctx, viewer, params }) => readAddress(ctx, viewer, params))
  on(mailStarts.changeMailAddress, ({ ctx, viewer, params, body }) => saveAddress(ctx, viewer, params, body))
  on(mailStarts.removeMailAddress, ({ ctx, viewer, params }) => deleteAddress(ctx, viewer, params))
  on(mailStarts.pauseMailAddress, ({ ctx, viewer, params, body }) => setAddressPaused(ctx, viewer, params, body))
  on(mailStarts.listMails, ({ ctx, viewer, params, query }) => readMails(ctx, viewer, params, query))
  on(mailStarts.decideMail, ({ ctx, viewer, params, body }) => decideHeldMail(ctx, viewer, params, body))
}

export const startRoutes = (on: Mount) => {
  mailRoutes(on)
  on(starts.listStarts, ({ ctx, viewer, params }) => startsOfWorkflow(ctx, viewer, params.workflowId))
  on(starts.addSchedule, ({ ctx, viewer, params, body }) => makeSchedule(ctx, viewer, params.workflowId, body))
  on(starts.previewSchedule, ({ ctx, viewer, params, body }) => previewRuns(ctx, viewer, params.workflowId, body), {
    // Keeps nothing.
    once: 'never',
  })
  on(starts.getSchedule, ({ ctx, viewer, params }) => readSchedule(ctx, viewer, params))
  on(starts.changeSchedule, ({ ctx, viewer, params, body }) => saveSchedule(ctx, viewer, params, body))
  on(starts.removeSchedule, ({ ctx, viewer, params }) => deleteSchedule(ctx, viewer, params))
  on(starts.pauseSchedule, ({ ctx, viewer, params, body }) => setSchedulePaused(ctx, viewer, params, body))
  on(starts.skipRun, ({ ctx, viewer, params, body }) => setRunSkipped(ctx, viewer, params, body))
  on(starts.runSchedule, ({ ctx, viewer, params, request }) => runOnce(ctx, viewer, params, attemptOf(request)?.key))
  hookRoutes(on)
  on(dated.listDatedStarts, ({ ctx, viewer, params }) => readDatedStarts(ctx, viewer, params.workflowId))
  on(dated.dateStart, ({ ctx, viewer, params, body, request }) =>
    makeDatedStart(ctx, viewer, params.workflowId, body, attemptOf(request)?.key),
  )
  on(dated.cancelDatedStart, ({ ctx, viewer, params }) => cancelDated(ctx, viewer, params))
  on(apiKeys.listApiKeys, ({ ctx, viewer, params }) => keysOfWorkflow(ctx, viewer, params.workflowId))
  on(apiKeys.addApiKey, ({ ctx, viewer, params, body }) => makeKey(ctx, viewer, params.workflowId, body))
  on(apiKeys.revokeApiKey, ({ ctx, viewer, params }) => revokeKey(ctx, viewer, params))
}

const hookRoutes = (on: Mount) => {
  on(hooks.addHook, ({ ctx, viewer, params, body }) => makeHook(ctx, viewer, params.workflowId, body), {
    before: loadTenantKey,
  })
  on(hooks.getHook, ({ ctx, viewer, params }) => readHook(ctx, viewer, params))
  on(hooks.changeHook, ({ ctx, viewer, params, body }) => saveHook(ctx, viewer, params, body))
  on(hooks.removeHook, ({ ctx, viewer, params }) => deleteHook(ctx, viewer, params))
  on(hooks.pauseHook, ({ ctx, viewer, params, body }) => setHookPaused(ctx, viewer, params, body))
  on(hooks.replaceHookSecret, ({ ctx, viewer, params, body }) => renewSecret(ctx, viewer, params, body), {
    before: loadTenantKey,
  })
  on(hooks.listDeliveries, ({ ctx, viewer, params, query }) => readDeliveries(ctx, viewer, params, query))
  on(hooks.getDelivery, ({ ctx, viewer, params }) => readDelivery(ctx, viewer, params))
  on(hooks.retryDelivery, ({ ctx, viewer, params }) => startDelivery(ctx, viewer, params))
  on(
    hooks.testHook,
    ({ ctx, viewer, params, body, request }) =>
      tryHook(ctx, viewer, params, body, { app: request.server, key: keyOf(request) }),
    // What it sends has the request's key for an id, and is started once by that.
    { once: 'never' },
  )
}
