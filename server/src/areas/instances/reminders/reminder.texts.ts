export const texts = {
  copyHint: 'Or open this address:',
  subject: (task: string) => `Reminder: ${task}`,
  heading: 'Someone is waiting for you',
  body: (task: string, instance: string) => `“${task}” in ${instance} is waiting for you.`,
  due: (day: string) => `It’s due on ${day}.`,
  action: 'Open the task',
}
