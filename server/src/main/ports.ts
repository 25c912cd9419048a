/** Connects what an area needs from areas that come after it. */
import { heldStarts, runsAvailable } from '../areas/billing/billing.ports.ts'
import { stopRenewal } from '../areas/billing/billing.service.ts'
import { noteStorage, storageLimit } from '../areas/billing/entitlements.service.ts'
import { addOutsideComment, commentsOf } from '../areas/comments/comments.service.ts'
import { answerFilesOf, attachmentsOf } from '../areas/documents/attachments.service.ts'
import { bindFilesOfTask } from '../areas/documents/bind-files.service.ts'
import * as documents from '../areas/documents/drop.service.ts'
import { hasUploaded } from '../areas/documents/own-version.ts'
import { addOutsideFiles } from '../areas/documents/response-files.ts'
import { registerExport } from '../areas/exports/list-export.ts'
import { submissionExport } from '../areas/forms/submissions/export-submissions.ts'
import { instanceEnded } from '../areas/forms/submissions/instance-ended.ts'
import { forgetWorkflows } from '../areas/forms/triggers/forget-workflows.ts'
import { countHeldStarts, wakeHeldForRuns, wakeStarts } from '../areas/forms/triggers/start-waiting.ts'
import { tellPeople } from '../areas/inbox/telling/tell-people.ts'
import { instanceExport } from '../areas/instances/export-instances.ts'
import * as instances from '../areas/instances/instances.ports.ts'
import { namedTools } from '../areas/integrations/connectors/catalogue.ts'
import { workingTimeChanged } from '../areas/org/org.ports.ts'
import { deletionPlanned } from '../areas/profile/profile.ports.ts'
import { KINDS } from '../areas/search/kinds/kinds.ts'
import { forgetDated } from '../areas/starts/dated/dated-starts.queries.ts'
import { countHeld, wakeHeldOf } from '../areas/starts/held-starts.ts'
import { forgetHooks } from '../areas/starts/hooks/hooks.queries.ts'
import { forgetAddresses } from '../areas/starts/mail/mail-addresses.service.ts'
import { addressForReplies } from '../areas/starts/mail/reply-address.ts'
import { forgetOriginOf, originProblemsOf } from '../areas/starts/origin.ts'
import { forgetSchedules, planAnew } from '../areas/starts/schedules/arm-schedules.ts'
import { commentFromOutside, giveMailFiles } from '../areas/starts/starts.ports.ts'
import { taskExport } from '../areas/tasks/list/export-tasks.ts'
import * as tasks from '../areas/tasks/tasks.ports.ts'
import { tasksOfInstance } from '../areas/tasks/tasks.service.ts'
import * as workflows from '../areas/workflows/workflows.ports.ts'
import { connectTelling } from '../core/db/before-commit.ts'
import { connectIndexing } from '../core/search/indexed-kinds.ts'
import * as quota from '../core/storage/quota.ts'

instances.tasksOfInstance.connect(tasksOfInstance)
instances.dropFilesOfInstance.connect(documents.dropFilesOfInstance)
instances.hasUploadedTo.connect(hasUploaded)
instances.formInstanceEnded.connect(instanceEnded)
workflows.workflowStartable.connect(async (tx, id) => {
  await wakeStarts(tx, id)
  await wakeHeldOf(tx, id)
})
workflows.workflowsPurged.connect(async (tx, ids) => {
  await forgetSchedules(tx, ids)
  await forgetHooks(tx, ids)
  await forgetAddresses(tx, ids)
  await forgetDated(tx, ids)
  await forgetWorkflows(tx, ids)
})
giveMailFiles.connect(addOutsideFiles)
commentFromOutside.connect(addOutsideComment)
instances.replyAddress.connect(addressForReplies)
instances.forgetOrigin.connect(forgetOriginOf)
instances.originProblems.connect(originProblemsOf)
workingTimeChanged.connect(planAnew)
workflows.toolsNamed.connect(namedTools)
tasks.commentsOfTask.connect(commentsOf)
tasks.attachmentsOfTask.connect(attachmentsOf)
tasks.answerFilesOfTask.connect(answerFilesOf)
tasks.decideOnFiles.connect(bindFilesOfTask)
deletionPlanned.connect(stopRenewal)
runsAvailable.connect(wakeHeldForRuns)
heldStarts.connect(async (tx) => (await countHeldStarts(tx)) + (await countHeld(tx)))
quota.storageLimit.connect(storageLimit)
quota.storageNearlyUsed.connect(noteStorage)
connectTelling(tellPeople)
connectIndexing(KINDS.map(({ name }) => name))
registerExport(taskExport)
registerExport(instanceExport)
registerExport(submissionExport)
