import type { FlowDoc } from './document.ts'
import { clientOnboarding } from './templates/client-onboarding.ts'
import { contentApproval } from './templates/content-approval.ts'
import { contractReview } from './templates/contract-review.ts'
import { employeeOffboarding } from './templates/employee-offboarding.ts'
import { employeeOnboarding } from './templates/employee-onboarding.ts'
import { expenseClaim } from './templates/expense-claim.ts'
import { incidentReport } from './templates/incident-report.ts'
import { invoiceApproval } from './templates/invoice-approval.ts'
import { leaveRequest } from './templates/leave-request.ts'
import { monthEndClose } from './templates/month-end-close.ts'
import { patientIntake } from './templates/patient-intake.ts'
import { purchaseRequest } from './templates/purchase-request.ts'

/** The workflows that a firm finds ready-made; `id` is the template's, and category and tags stand in `metadata`. */
export const templates: readonly (FlowDoc & { id: string })[] = [
  clientOnboarding,
  invoiceApproval,
  monthEndClose,
  contractReview,
  employeeOnboarding,
  employeeOffboarding,
  leaveRequest,
  expenseClaim,
  purchaseRequest,
  incidentReport,
  patientIntake,
  contentApproval,
]
