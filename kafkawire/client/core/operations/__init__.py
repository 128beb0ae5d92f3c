"""Operations of the admin client: for each key, the broker, the request and the result.

operation   how an operation makes its request and reads the response: a plain value
lookups     the broker of a key: any, the controller, a leader, a coordinator, a given broker
running     one operation on its way: look keys up, send them together, and retry
"""
