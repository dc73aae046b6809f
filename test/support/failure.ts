/** The error that the work is rejected with. Throws when it resolves. */
export const failure = async (work: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It should have failed.');
};
