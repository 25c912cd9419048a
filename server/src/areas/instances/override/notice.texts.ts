export const texts = {
  copyHint: 'Or open this address:',
  subject: (task: string) => `Approval overridden: ${task}`,
  heading: 'An approval was overridden',
  body: (by: string, task: string, instance: string) =>
    `${by} overrode “${task}” in ${instance}. You don’t need to decide it anymore.`,
  reason: (reason: string) => `Reason: ${reason}`,
  action: 'Open the approval',
}
