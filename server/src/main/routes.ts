import { adminRoutes } from '../areas/admin/admin.routes.ts'
import { analyticsRoutes } from '../areas/analytics/analytics.routes.ts'
import { auditRoutes } from '../areas/audit/audit.routes.ts'
import { accountRoutes } from '../areas/auth/account.routes.ts'
import { authRoutes } from '../areas/auth/auth.routes.ts'
import type { ProviderCheck } from '../areas/auth/google.ts'
import { billingRoutes } from '../areas/billing/billing.routes.ts'
import { calendarRoutes } from '../areas/calendar/calendar.routes.ts'
import { commentRoutes } from '../areas/comments/comments.routes.ts'
import { copilotRoutes } from '../areas/copilot/copilot.routes.ts'
import type { AskModel } from '../areas/copilot/models/model-call.ts'
import { documentRoutes } from '../areas/documents/documents.routes.ts'
import { exportRoutes } from '../areas/exports/exports.routes.ts'
import { feedbackRoutes } from '../areas/feedback/feedback.routes.ts'
import { formRoutes } from '../areas/forms/forms.routes.ts'
import { respondRoutes } from '../areas/forms/respond/respond.routes.ts'
import { submissionRoutes } from '../areas/forms/submissions/submissions.routes.ts'
import { inboxRoutes } from '../areas/inbox/inbox.routes.ts'
import { instanceRoutes } from '../areas/instances/instances.routes.ts'
import { unsubscribeRoutes } from '../areas/instances/outside-mail/unsubscribe.routes.ts'
import { integrationRoutes } from '../areas/integrations/integrations.routes.ts'
import type { OauthClient } from '../areas/integrations/sign-in/oauth-client.ts'
import { signInRoutes } from '../areas/integrations/sign-in/sign-in.routes.ts'
import { orgRoutes } from '../areas/org/org.routes.ts'
import { profileRoutes } from '../areas/profile/profile.routes.ts'
import { reportRoutes } from '../areas/reports/reports.routes.ts'
import { searchRoutes } from '../areas/search/search.routes.ts'
import { startRoutes } from '../areas/starts/starts.routes.ts'
import { taskRoutes } from '../areas/tasks/tasks.routes.ts'
import { templateRoutes } from '../areas/templates/templates.routes.ts'
import type { PublishedSites } from '../areas/websites/site/published-site.ts'
import { websiteRoutes } from '../areas/websites/websites.routes.ts'
import { workflowRoutes } from '../areas/workflows/workflows.routes.ts'
import type { Egress } from '../core/egress/egress.ts'
import type { Mount } from '../core/http/call.ts'
import type { RateLimits } from '../core/http/rate-limits.ts'
import type { PaymentProvider } from '../core/payments/provider.ts'
import type { Storage } from '../core/storage/storage.ts'
import './ports.ts'

export interface RouteParts {
  limits: RateLimits
  storage: Storage
  /** For addresses that members name. */
  egress: Egress
  checkProviderToken: ProviderCheck
  askModel: AskModel
  /** For the providers of tools that people sign in to. */
  oauth: OauthClient
  /** Undefined where the installation takes no payments. */
  payments: PaymentProvider | undefined
  sites: PublishedSites
}

/** Every area's routes: the whole of what the API offers. */
export const allRoutes = ({
  limits,
  storage,
  egress,
  checkProviderToken,
  askModel,
  oauth,
  payments,
  sites,
}: RouteParts): ((on: Mount) => void)[] => [
  authRoutes(limits, checkProviderToken),
  accountRoutes(limits, checkProviderToken),
  profileRoutes(limits, storage, checkProviderToken),
  orgRoutes(limits, storage),
  auditRoutes(storage),
  feedbackRoutes,
  billingRoutes(payments, storage),
  exportRoutes(storage),
  workflowRoutes,
  templateRoutes,
  instanceRoutes,
  unsubscribeRoutes,
  startRoutes,
  taskRoutes,
  analyticsRoutes,
  calendarRoutes,
  commentRoutes,
  documentRoutes(storage),
  formRoutes(storage, egress),
  submissionRoutes,
  respondRoutes(limits, storage),
  websiteRoutes(storage, egress, sites),
  copilotRoutes(askModel),
  reportRoutes(storage, askModel),
  integrationRoutes(egress),
  signInRoutes(oauth),
  inboxRoutes,
  searchRoutes,
  adminRoutes(limits, storage),
]
