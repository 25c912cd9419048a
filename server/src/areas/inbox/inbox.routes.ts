import * as messages from '@throughline/contracts/inbox'
import * as settings from '@throughline/contracts/notification-settings'
import type { Mount } from '../../core/http/call.ts'
import { keyOf } from '../../core/http/idempotency.ts'
import { loadTenantKey } from '../../core/keys/tenant-key.ts'
import { digestOffRoutes } from './mails/digest-off.routes.ts'
import { act, instanceOfMessage } from './messages/act-on-message.service.ts'
import { labels, makeLabel } from './messages/labels.service.ts'
import { changeMany, move, read, readAll, remove, restore, snooze } from './messages/message-acts.service.ts'
import { counts, messages as list, openMessage } from './messages/messages.service.ts'
import { changeOrgNotificationSettings, orgNotificationSettings } from './settings/org-settings.service.ts'
import {
  changeNotificationSettings,
  follow,
  notificationSettings,
  resetNotificationSettings,
  unfollow,
} from './settings/own-settings.service.ts'

const settingsRoutes = (on: Mount) => {
  on(settings.getNotificationSettings, ({ ctx, viewer }) => notificationSettings(ctx, viewer))
  on(settings.putNotificationSettings, ({ ctx, viewer, body }) => changeNotificationSettings(ctx, viewer, body))
  on(settings.resetNotificationSettings, ({ ctx, viewer }) => resetNotificationSettings(ctx, viewer))
  on(settings.followWorkflow, ({ ctx, viewer, params, body }) => follow(ctx, viewer, params.workflowId, body))
  on(settings.unfollowWorkflow, ({ ctx, viewer, params }) => unfollow(ctx, viewer, params.workflowId))
  on(settings.getOrgNotificationSettings, ({ ctx, viewer }) => orgNotificationSettings(ctx, viewer))
  on(settings.putOrgNotificationSettings, ({ ctx, viewer, body }) => changeOrgNotificationSettings(ctx, viewer, body))
}

export const inboxRoutes = (on: Mount) => {
  on(messages.listMessages, ({ ctx, viewer, query }) => list(ctx, viewer, query))
  on(messages.countMessages, ({ ctx, viewer }) => counts(ctx, viewer))
  on(messages.listLabels, ({ ctx, viewer }) => labels(ctx, viewer))
  on(messages.addLabel, ({ ctx, viewer, body }) => makeLabel(ctx, viewer, body))
  on(messages.markAllRead, ({ ctx, viewer, body }) => readAll(ctx, viewer, body.label))
  on(messages.bulkMessages, ({ ctx, viewer, body, request }) => changeMany(ctx, viewer, body, keyOf(request)), {
    // Each has a transaction and a key of its own.
    once: 'never',
  })
  on(messages.getMessage, ({ ctx, viewer, params }) => openMessage(ctx, viewer, params.messageId))
  on(messages.readMessage, ({ ctx, viewer, params, body }) => read(ctx, viewer, params.messageId, body?.read ?? true))
  on(messages.moveMessage, ({ ctx, viewer, params, body }) => move(ctx, viewer, params.messageId, body.label_id))
  on(messages.snoozeMessage, ({ ctx, viewer, params, body }) => snooze(ctx, viewer, params.messageId, body))
  on(messages.deleteMessage, ({ ctx, viewer, params }) => remove(ctx, viewer, params.messageId))
  on(messages.restoreMessage, ({ ctx, viewer, params }) => restore(ctx, viewer, params.messageId))
  on(messages.actOnMessage, ({ ctx, viewer, params, body }) => act(ctx, viewer, params.messageId, body), {
    // As the calls of the task itself.
    locks: ({ ctx, viewer, params }) => instanceOfMessage(ctx, viewer, params.messageId),
    before: loadTenantKey,
  })
  settingsRoutes(on)
  digestOffRoutes(on)
}
