import * as account from '@throughline/contracts/account'
import * as admin from '@throughline/contracts/admin'
import * as analytics from '@throughline/contracts/analytics'
import * as apiKeys from '@throughline/contracts/api-keys'
import * as audit from '@throughline/contracts/audit'
import * as auth from '@throughline/contracts/auth'
import * as billing from '@throughline/contracts/billing'
import * as calendar from '@throughline/contracts/calendar'
import * as comments from '@throughline/contracts/comments'
import * as connectionActs from '@throughline/contracts/connection-acts'
import * as connections from '@throughline/contracts/connections'
import * as copilot from '@throughline/contracts/copilot'
import * as datedStarts from '@throughline/contracts/dated-starts'
import * as documentActs from '@throughline/contracts/document-acts'
import * as documentPreview from '@throughline/contracts/document-preview'
import * as documentUploads from '@throughline/contracts/document-uploads'
import * as documents from '@throughline/contracts/documents'
import type { EndpointShape } from '@throughline/contracts/endpoint'
import * as exported from '@throughline/contracts/exports'
import * as feedback from '@throughline/contracts/feedback'
import * as formSubmissions from '@throughline/contracts/form-submissions'
import * as formTriggers from '@throughline/contracts/form-triggers'
import * as forms from '@throughline/contracts/forms'
import * as hooks from '@throughline/contracts/hooks'
import * as messages from '@throughline/contracts/inbox'
import * as instanceActs from '@throughline/contracts/instance-acts'
import * as instances from '@throughline/contracts/instances'
import * as integrations from '@throughline/contracts/integrations'
import * as mailStarts from '@throughline/contracts/mail-starts'
import * as models from '@throughline/contracts/models'
import * as notificationSettings from '@throughline/contracts/notification-settings'
import * as openApiTools from '@throughline/contracts/openapi-tools'
import * as org from '@throughline/contracts/org'
import * as members from '@throughline/contracts/org-members'
import * as teams from '@throughline/contracts/org-teams'
import * as profile from '@throughline/contracts/profile'
import * as publicForms from '@throughline/contracts/public-forms'
import * as recentValues from '@throughline/contracts/recent-values'
import * as reports from '@throughline/contracts/reports'
import * as search from '@throughline/contracts/search'
import * as signIns from '@throughline/contracts/sign-ins'
import * as starts from '@throughline/contracts/starts'
import * as taskActs from '@throughline/contracts/task-acts'
import * as tasks from '@throughline/contracts/tasks'
import * as workflowTemplates from '@throughline/contracts/templates'
import * as testCalls from '@throughline/contracts/test-calls'
import * as unsubscribing from '@throughline/contracts/unsubscribe'
import * as websites from '@throughline/contracts/websites'
import * as workflowDrafts from '@throughline/contracts/workflow-drafts'
import * as workflows from '@throughline/contracts/workflows'

const isEndpoint = (value: unknown): value is EndpointShape =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

export const MODULES: object[] = [
  auth,
  account,
  profile,
  org,
  members,
  teams,
  audit,
  feedback,
  billing,
  exported,
  workflows,
  workflowDrafts,
  workflowTemplates,
  testCalls,
  recentValues,
  instances,
  instanceActs,
  apiKeys,
  hooks,
  starts,
  datedStarts,
  mailStarts,
  tasks,
  taskActs,
  unsubscribing,
  analytics,
  calendar,
  comments,
  documents,
  documentPreview,
  documentUploads,
  documentActs,
  forms,
  formTriggers,
  formSubmissions,
  publicForms,
  websites,
  copilot,
  models,
  integrations,
  connections,
  openApiTools,
  connectionActs,
  signIns,
  messages,
  notificationSettings,
  search,
  reports,
  admin,
]

/** Every declared call, once. */
export const ENDPOINTS: readonly EndpointShape[] = [
  ...new Set(MODULES.flatMap((module): unknown[] => Object.values(module)).filter(isEndpoint)),
]
