const running = /^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT|IMPORT_ROLLBACK)_COMPLETE$/;

/** Whether the server is up. Not every status that ends well says so: ROLLBACK_COMPLETE is a start that failed. */
export const isRunning = (status = '') => running.test(status);
