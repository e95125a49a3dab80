"""What a player could have done better, told after the match from what they saw at the time.

Observations in, judgements out: nothing here is given a state or another hand. The engine, the bots' network, no more.
"""
