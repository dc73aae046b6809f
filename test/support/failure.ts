/** What the work is rejected with. Throws when it is not. */
export const failure = async (work: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It should have failed.');
};
